import type { Ecosystem } from "./ecosystem.ts";

export const ruby: Ecosystem = {
  name: "ruby",
  rules: [
    {
      program: "rspec minitest cucumber cutest mutant spinach m turbo_tests parallel_test parallel_rspec",
      role: "test",
    },
    {
      program: "rufo syntax_tree",
      with: `
        -a -A --autocorrect --auto-correct --autocorrect-all --auto-correct-all --fix -x --fix-layout
        write`,
      role: "write",
    },
    { program: "rufo", with: "--check", role: "lint" },
    { program: "rufo", role: "write" },
    {
      program: `
        rubocop standardrb erblint erb_lint haml-lint slim-lint reek brakeman bundler-audit bundle-audit
        rails_best_practices flay flog fasterer i18n-tasks herb yard-lint stree packwerk`,
      rewrites: `
        -a -A --autocorrect --auto-correct --autocorrect-all --auto-correct-all --fix -x --fix-layout
        write`,
      role: "lint",
    },
    { program: "srb steep typeprof rbs", role: "typecheck" },
    { program: "bundle", sub: "install, update, config, add, lock, package, cache, clean", role: "setup" },
    { program: "bundle", sub: "audit", role: "lint" },
    { program: "bundle", sub: "check, show, list, env, outdated", role: "inspect" },
    { program: "gem", sub: "install, update", role: "setup" },
    { program: "gem", sub: "build", role: "build" },
    { program: "gem", sub: "push, release", role: "publish" },
    { program: "rails", sub: "test, test:all, test:system, spec", role: "test" },
    {
      program: "rails",
      sub: `
        db:create, db:migrate, db:setup, db:prepare, db:schema:load, db:test:prepare, assets:precompile,
        db:drop`,
      role: "setup",
    },
    { program: "rails", sub: "zeitwerk:check", role: "lint" },
    { program: "rails", sub: "server, s, console", role: "hang" },
    { program: "rake", task: "release officialrelease publish push deploy upload", role: "publish" },
    {
      program: "rake",
      task: "standard:fix rubocop:autocorrect rubocop:auto_correct rubocop:autocorrect_all fmt",
      role: "write",
    },
    { program: "rake", task: "db:create db:migrate db:setup db:prepare db:schema:load", role: "setup" },
    { program: "rake", task: "compile gem package", without: "-T", role: "build" },
    { program: "yard", sub: "doc, stats", role: "build" },
    { program: "rdoc", role: "build" },
    { program: "jekyll", sub: "build, doctor", role: "build" },
    { program: "jekyll", sub: "serve", role: "hang" },
    { program: "ruby", with: "-v --version -e", role: "inspect" },
    { program: "appraisal", sub: "install, generate, update", role: "setup" },
    { program: "htmlproofer", role: "lint" },
    { program: "herb", sub: "analyze, lint", role: "lint" },
  ],
  wrappers: [
    { program: "bundle", sub: "exec", valued: ["--gemfile"] },
    { program: "appraisal", skip: 0 },
    { program: "rbenv rvm", sub: "exec" },
    { program: "spring" },
  ],
  tasks: [
    {
      program: "rake bake thor",
      source: "name",
      valued: ["-f", "-I", "-r"],
      fallback: "default",
      names: { default: "test" },
    },
  ],
};
