interface Command {
  name: string;
  words: readonly string[];
}

const COMMAND = /^[ \t]*(?<name>[A-Za-z_]\w*)\s*\((?<words>(?:[^()"]|"[^"]*"|\([^()]*\))*)\)/gmu;
const ALWAYS =
  /^(?:add_test|enable_testing|set_tests_properties|set_property|\w*discover_tests|include_ctest|create_test_sourcelist|return)$/u;
/** Commands that have to do with tests only where their words say so. */
const SOMETIMES =
  /^(?:add_executable|add_custom_command|add_custom_target|add_subdirectory|set|list|option|foreach|function|macro|file|include|if|elseif|add_compile_definitions|add_definitions|add_compile_options|target_compile_definitions|target_compile_options|set_target_properties)$/u;
const ABOUT_TESTS = /test|spec|\bcheck|NDEBUG|\bassert/iu;
const PLAIN_VARIABLE = /^\$\{\w+\}$/u;
/** What may come along with a new test. */
const GROWS =
  /^(?:add_test|add_executable|enable_testing|\w*discover_tests|add_subdirectory|foreach|endforeach)$/u;
const SOURCE = /^[\w./+-]+\.(?:c|cc|cpp|cxx|c\+\+|h|hh|hpp|hxx|m|mm|cu|s|f90)$/iu;

function commandsOf(text: string): Command[] {
  const plain = text.replaceAll(/#(?!\[\[).*$/gmu, "");
  return [...plain.matchAll(COMMAND)].flatMap(({ groups }) => {
    const name = (groups?.["name"] ?? "").toLowerCase();
    const words = [...(groups?.["words"] ?? "").matchAll(/"[^"]*"|[^\s;"]+/gu)].map(([word]) => word);
    return tells(name, words) ? [{ name, words }] : [];
  });
}

function tells(name: string, words: readonly string[]): boolean {
  if (ALWAYS.test(name)) return true;
  if (!SOMETIMES.test(name)) return false;
  const isOfAnyName = name === "add_executable" && words.some((word) => PLAIN_VARIABLE.test(word));
  return isOfAnyName || words.some((word) => ABOUT_TESTS.test(word));
}

/** The commands that say which tests are built, of what, and how they run. */
export function cmakePart(text: string): string {
  return commandsOf(text)
    .map(({ name, words }) => `${name}(${words.join(" ")})`)
    .join("\n");
}

/** Whether all that the base says of tests still stands, in its order, and only tests and sources came along. */
export function onlyGrew(before: string, after: string): boolean {
  const left = commandsOf(before);
  return (
    commandsOf(after).every((command) => {
      const [next] = left;
      if (next !== undefined && isSameOrMore(next, command)) return left.shift() !== undefined;
      return GROWS.test(command.name);
    }) && left.length === 0
  );
}

function isSameOrMore(before: Command, after: Command): boolean {
  const left = [...before.words];
  if (before.name !== after.name) return false;
  const more = after.words.filter((word) => (word === left[0] ? left.shift() === undefined : true));
  return left.length === 0 && more.every((word) => SOURCE.test(word));
}
