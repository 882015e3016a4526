// What reaches tests that do not ask for it: hooks, fixtures that are always on, and anything done while loading.
const TELLING =
  /\bdef pytest_|\bautouse\s*=|\bcollect_ignore|\bpytest_plugins\b|\bsys\.(?:modules|path|exit|meta_path)|_pytest|\bunittest\b|\bbuiltins\b|\b_exit\b|\batexit\b|\bsetattr\(|\bimportlib\b|__import__|\bexec\(|\beval\(|\b\w+\.__\w+__\s*=|\.pluginmanager|\bmonkeypatch\.(?:setattr|setitem|syspath)/u;
/** Definitions and plain names do nothing until somebody uses them. */
const QUIET = /^(?:import |from |def |async def |class |@|"{3}|'{3}|#|[A-Za-z_]\w*\s*(?::[^=]+)?=(?!=))/u;

/** A conftest.py without its ordinary fixtures: those change nothing for a test that was there before. */
export function conftestPart(text: string): string {
  return blocksOf(text)
    .filter((block) => (TELLING.test(block) && !isDeclaration(block)) || !QUIET.test(block))
    .join("\n");
}

/** A hook that only makes an option or a marker known. */
function isDeclaration(block: string): boolean {
  const rest = block.replaceAll(/\bconfig\.addinivalue_line\([^()]*\)|\bparser\.addoption\([^()]*\)/gu, "");
  return /^def pytest_(?:configure|addoption)\([^()]*\)(?:\s*->[^:]*)?:\s*$/u.test(rest);
}

function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let isDecorated = false;
  for (const line of text.split("\n")) {
    const starts = /^[^\s#)\]}]/u.test(line) && !isDecorated;
    if (starts) blocks.push(line);
    else if (blocks.length > 0) blocks[blocks.length - 1] = `${blocks.at(-1) ?? ""}\n${line}`.trimEnd();
    if (/^\S/u.test(line)) isDecorated = line.startsWith("@");
  }
  return blocks;
}
