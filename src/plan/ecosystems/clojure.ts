import type { Ecosystem } from "./ecosystem.ts";

/** Leiningen, the Clojure command line, Babashka and what checks Clojure sources. */
export const clojure: Ecosystem = {
  name: "clojure",
  rules: [
    { program: "lein", task: "deploy release vcs gh-pages", role: "publish" },
    {
      program: "lein",
      task: `
        test test-* *-test test: test-all midje kaocha eftest cloverage all-tests doo cljsbuild-test
        test2junit ci check-all`,
      role: "test",
    },
    { program: "lein", task: "cljfmt", with: "fix", role: "write" },
    { program: "lein", sub: "cljfmt fix", role: "write" },
    {
      program: "lein",
      task: "eastwood kibit bikeshed cljfmt clj-kondo nsorg lint yagni check",
      role: "lint",
    },
    { program: "lein", task: "jar uberjar compile cljsbuild codox javac", role: "build" },
    { program: "lein", task: "deps install", role: "setup" },
    { program: "lein", task: "repl run figwheel", role: "hang" },
    { program: "lein", sub: "version, classpath, help, ancient", role: "inspect" },
    { program: "cljfmt cljstyle zprint", with: "--fix -w", role: "write" },
    { program: "cljfmt cljstyle", sub: "fix", role: "write" },
    { program: "clj-kondo cljfmt cljstyle splint", role: "lint" },
    { program: "zprint", with: "-c -lc --check", role: "lint" },
    { program: "kaocha", role: "test" },
    { program: "shadow-cljs", sub: "compile, release", role: "build" },
    { program: "shadow-cljs", sub: "watch, server", role: "hang" },
    { program: "bb", sub: "test", role: "test" },
    { program: "clojure clj", with: "-P", role: "setup" },
    { program: "clojure clj", with: "-Spath -Stree -Sdescribe --version", role: "inspect" },
  ],
  tasks: [
    { program: "bb", sub: "run", source: "name", single: true },
    { program: "bb", source: "name", single: true, builtin: ["-m", "nrepl-server", "repl"] },
    { program: "lein", source: "name", single: true },
    { program: "clojure clj", source: "alias" },
  ],
};
