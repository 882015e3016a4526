export interface Route {
  id: string;
  method: string;
  pattern: RegExp;
  names: string[];
  literals: number;
}

interface RouteSource {
  method: string;
  path: string;
  multiSegment: string[];
}

/** Routes with more literal segments come first: `issues/comments/{id}` before `issues/{n}/comments`. */
export function compileRoutes(operations: Record<string, RouteSource>): Route[] {
  const routes = Object.entries(operations).map(([id, source]) => compileRoute(id, source));
  return routes.sort((a, b) => b.literals - a.literals);
}

// parameter names may hold a hyphen, which named groups refuse: groups are positional
function compileRoute(id: string, { method, path, multiSegment }: RouteSource): Route {
  const names: string[] = [];
  let literals = 0;
  let source = path.replaceAll(/\{(?<name>[^}]+)\}|[^{]+/gu, (part) => {
    const name = /^\{(.+)\}$/u.exec(part)?.[1];
    if (name === undefined) {
      literals += part.split("/").filter((segment) => segment !== "").length;
      return part.replaceAll(/[.+*?^$()|[\]\\]/gu, String.raw`\$&`);
    }
    names.push(name);
    return multiSegment.includes(name) ? "(.*)" : "([^/]+)";
  });
  // clients drop the last slash when they ask for the root folder
  if (source.endsWith("/contents/(.*)")) source = source.replace(/\/\(\.\*\)$/u, "(?:/(.*))?");
  return { id, method, pattern: new RegExp(`^${source}$`, "u"), names, literals };
}

export interface RouteMatch {
  id: string;
  params: Record<string, string>;
}

/** `path` as on the wire: parameters are percent-decoded after matching, for clients encode slashes in refs. */
export function matchRoute(routes: Route[], method: string, path: string): RouteMatch | null {
  for (const route of routes) {
    if (route.method !== method) continue;
    const groups = route.pattern.exec(path);
    if (groups === null) continue;
    const params = route.names.map((name, i) => [name, decodeParameter(groups[i + 1] ?? "")] as const);
    return { id: route.id, params: Object.fromEntries(params) };
  }
  return null;
}

function decodeParameter(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
