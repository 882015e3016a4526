// The arrows of docs/architecture.md, held by a machine. Each rule is shown to bite in test/architecture/.

const STAGES = "intake|plan|loop|verify|publish";
const ADAPTERS = "checkout|queue|model|github|journal|web";

/** A vendor's package may be imported from one place only. */
function oneVendorOneFolder(name, packages, folder) {
  return {
    name: `vendor-${name}`,
    comment: `${packages} belongs to ${folder}.`,
    severity: "error",
    from: { path: "^src/", pathNot: folder },
    to: { path: `(^|/)node_modules/(${packages})(/|$)` },
  };
}

export default {
  forbidden: [
    {
      name: "no-circular",
      comment: "No cycles, type imports included.",
      severity: "error",
      from: {},
      to: { circular: true },
    },
    {
      name: "no-orphans",
      comment: "A module that nothing imports and that imports nothing is dead.",
      severity: "error",
      from: { orphan: true, path: "^(src|forge)/", pathNot: "^src/main\\.ts$|\\.json$" },
      to: {},
    },
    {
      name: "domain-is-pure",
      comment: "The domain knows itself and zod.",
      severity: "error",
      from: { path: "^src/domain/" },
      to: { pathNot: "^src/domain/|(^|/)node_modules/zod(/|$)" },
    },
    {
      name: "never-sideways",
      comment: "Stages and adapters know the domain and themselves.",
      severity: "error",
      from: { path: `^src/(${STAGES}|${ADAPTERS}|config)/` },
      to: { path: "^src/", pathNot: "^src/(domain|$1)/" },
    },
    {
      name: "run-knows-stages-only",
      comment: "The run reaches adapters through ports.",
      severity: "error",
      from: { path: "^src/run/" },
      to: { path: "^src/", pathNot: `^src/(domain|run|${STAGES})/` },
    },
    {
      name: "only-apply-event-mutates",
      comment: "What is not an event never happened.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/domain/apply-event\\.ts$" },
      to: { path: "^src/domain/transitions\\.ts$" },
    },
    {
      name: "only-the-runner-mutates",
      comment: "Events are applied by the run's recorder and by replay.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(run/recorder|journal/replay)\\.ts$" },
      to: { path: "^src/domain/apply-event\\.ts$" },
    },
    {
      name: "only-the-runner-records",
      comment: "The pen is in the hand of the run page and the loop's runner.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/(run/|loop/[^/]+\\.ts$)" },
      to: { path: "^src/domain/ports/recorder\\.ts$" },
    },
    {
      name: "tools-see-no-state",
      comment: "Tools get validated arguments and RunDeps.",
      severity: "error",
      from: { path: "^src/loop/tools/" },
      to: {
        path: "^src/domain/(task-state|transitions|apply-event|events|ports/(recorder|journal|model))\\.ts$",
      },
    },
    {
      name: "verifier-sees-no-model",
      comment: "Judging and planning cannot ask a model.",
      severity: "error",
      from: { path: "^src/(verify|plan)/" },
      to: { path: "^src/(model/|domain/ports/model\\.ts$)" },
    },
    {
      name: "loop-sees-no-verifier",
      comment: "The model's side cannot reach the judge, nor the judge the model's side.",
      severity: "error",
      from: { path: "^src/(loop|verify)/" },
      to: { path: "^src/(verify|loop)/", pathNot: "^src/$1/" },
    },
    {
      name: "processes-only-in-checkout",
      comment: "Everything that starts a process goes through checkout.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/checkout/" },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "forge-knows-nothing-of-avatar",
      comment: "The double cannot be built to please us.",
      severity: "error",
      from: { path: "^forge/" },
      to: { path: "^src/" },
    },
    {
      name: "only-the-demo-knows-the-forge",
      comment: "Production code has no idea that a double exists.",
      severity: "error",
      from: { path: "^src/", pathNot: "^src/cli/demo" },
      to: { path: "^forge/" },
    },
    {
      name: "not-to-tests",
      comment: "Shipped code does not import tests.",
      severity: "error",
      from: { path: "^(src|forge)/" },
      to: { path: "^test/" },
    },
    {
      name: "not-to-dev-dependencies",
      comment: "What ships runs on what is installed with it.",
      severity: "error",
      from: { path: "^(src|forge)/" },
      to: { dependencyTypes: ["npm-dev"] },
    },
    {
      name: "resolvable",
      comment: "Every import leads somewhere.",
      severity: "error",
      from: { path: "^(src|forge)/" },
      to: { couldNotResolve: true },
    },
    oneVendorOneFolder("octokit", "@octokit/[^/]+", "^src/github/"),
    oneVendorOneFolder("openai", "openai", "^src/model/"),
    oneVendorOneFolder("processes", "execa|simple-git|@vscode/ripgrep", "^src/checkout/"),
    oneVendorOneFolder("database", "pg|pg-boss|@electric-sql/[^/]+", "^src/queue/"),
    oneVendorOneFolder("parsers", "unbash|@actions/[^/]+|smol-toml", "^src/plan/"),
    oneVendorOneFolder("probot", "probot", "^src/(app\\.ts$|web/)"),
    oneVendorOneFolder("commander", "commander", "^src/(main\\.ts$|cli/)"),
  ],
  options: {
    parser: "swc",
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.json$" },
    enhancedResolveOptions: {
      extensions: [".ts", ".js", ".mjs", ".cjs", ".json"],
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default"],
    },
  },
};
