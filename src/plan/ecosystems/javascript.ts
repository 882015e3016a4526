import type { Ecosystem } from "./ecosystem.ts";

/** Linters, type checkers, test runners and bundlers. The package managers have a table of their own. */
export const javascript: Ecosystem = {
  name: "javascript",
  rules: [
    {
      program: `
        eslint xo standard ts-standard semistandard oxlint stylelint tslint rslint markdownlint
        markdownlint-cli2 remark textlint lit-analyzer ember-template-lint htmlhint secretlint`,
      rewrites: "--fix --fix-type -o --output",
      role: "lint",
    },
    {
      program: "prettier oxfmt dprint",
      with: "--check -c --list-different -l",
      rewrites: "--write -w",
      role: "lint",
    },
    { program: "dprint", sub: "check", role: "lint" },
    { program: "prettier dprint oxfmt", role: "write" },
    {
      program: "biome",
      with: "--fix --write -w --apply --apply-unsafe --unsafe",
      role: "write",
    },
    { program: "biome", sub: "format, lint, check, ci", role: "lint" },
    { program: "sort-package-json syncpack", with: "--check", role: "lint" },
    { program: "syncpack", sub: "lint, list-mismatches", role: "lint" },
    { program: "manypkg", sub: "check", role: "lint" },
    { program: "astro", with: "--watch --watchAll --watch-all -w", role: "hang" },
    { program: "astro", sub: "check", role: "typecheck" },
    { program: "astro", sub: "build", role: "build" },
    { program: "astro", role: "hang" },
    { program: "flow", sub: "stop, start, server", role: "inspect" },
    {
      program: "tsc vue-tsc tsgo svelte-check flow tsd dtslint tstyche expect-type type-coverage glint",
      watches: "--watch --watchAll --watch-all -w",
      role: "typecheck",
    },
    {
      program: "bundlewatch bundlesize eslint-remote-tester lint-staged api-extractor",
      with: "--fix",
      role: "write",
    },
    {
      program: `
        knip depcheck dpdm publint attw sherif size-limit cspell es-check ls-lint lockfile-lint
        are-the-types-wrong unimported jscpd check-dts depcruise dependency-cruiser madge installed-check`,
      rewrites: "--fix",
      role: "lint",
    },
    { program: "jsonlint", role: "lint" },
    { program: "vitest", sub: "watch, dev", role: "hang" },
    { program: "vitest", sub: "bench, list, init", role: "inspect" },
    { program: "vitest", sub: "typecheck", role: "typecheck" },
    {
      program: `
        vitest jest mocha ava tap jasmine uvu qunit tape lab wtr web-test-runner karma testcafe nightwatch
        wdio poku brittle zora nodeunit airtap  cucumber-js borp ts-mocha electron-mocha polendina`,
      with: "--watch --watchAll --watch-all",
      role: "hang",
    },
    {
      program: `
        vitest jest mocha _mocha ava tap jasmine uvu qunit tape lab wtr web-test-runner testcafe
        nightwatch wdio poku brittle zora nodeunit airtap cucumber-js borp ts-mocha electron-mocha
        polendina`,
      watches: "--watch --watchAll --watch-all",
      role: "test",
    },
    { program: "karma", sub: "start", with: "--single-run", role: "test" },
    { program: "karma", sub: "start, run", role: "test" },
    { program: "playwright", sub: "test", with: "--ui", role: "hang" },
    { program: "playwright", sub: "test", role: "test" },
    { program: "playwright cypress", sub: "install, install-deps, verify", role: "setup" },
    { program: "cypress", sub: "run", role: "test" },
    { program: "ng", sub: "test", role: "test" },
    { program: "ng", sub: "lint", role: "lint" },
    { program: "ng", sub: "build", role: "build" },
    { program: "react-scripts", sub: "test", role: "test" },
    {
      program: `
        react-scripts vue-cli-service next nuxt nuxi vite remix gatsby docusaurus vitepress storybook
        parcel expo`,
      sub: "build, generate",
      role: "build",
    },
    { program: "next", sub: "lint", role: "lint" },
    { program: "nuxt nuxi", sub: "typecheck", role: "typecheck" },
    { program: "nuxt nuxi", sub: "prepare", role: "setup" },
    {
      program: `
        vite next nuxt nuxi react-scripts vue-cli-service remix gatsby docusaurus vitepress storybook
        parcel nodemon serve http-server live-server verdaccio expo`,
      role: "hang",
    },
    { program: "bob ", with: "--watch --watchAll --watch-all -w", role: "hang" },
    { program: "aegir", sub: "test", role: "test" },
    { program: "aegir", sub: "lint, dep-check, doc-check, spell-check", role: "lint" },
    {
      program: `
        tsup unbuild rollup webpack esbuild microbundle bunchee obuild tsdown pkgroll babel swc zshy tshy
        ncc dts-bundle-generator aegir preconstruct svelte-package ng-packagr typedoc jsdoc eleventy`,
      watches: "--watch --watchAll --watch-all -w",
      role: "build",
    },
    {
      program: `
        semantic-release np release-it standard-version changelogen bumpp pkg-pr-new gh-pages vercel
        netlify wrangler firebase codecov coveralls nx-cloud jsr auto surge chromatic percy bundlemon lhci`,
      role: "publish",
    },
    { program: "changeset", sub: "publish", role: "publish" },
    { program: "changeset", sub: "version, add", role: "write" },
    { program: "changeset", role: "inspect" },
    { program: "lerna", sub: "publish, version", role: "publish" },
    { program: "lerna", sub: "bootstrap", role: "setup" },
    { program: "nyc c8", sub: "report, check-coverage, merge", role: "inspect" },
    {
      program: `
        commitlint danger npm-check-updates ncu license-checker automd changelogithub husky is-ci cowsay
        envinfo why-is-node-running renovate-config-validator`,
      role: "inspect",
    },
    { program: "rimraf del del-cli shx cpy cpx copyfiles mkdirp ncp wait-on kill-port", role: "inspect" },
    { program: "patch-package husky simple-git-hooks browserslist corepack n nvm fnm volta", role: "setup" },
    { program: "node", with: "--watch", role: "hang" },
    { program: "node", with: "--test --experimental-test", role: "test" },
    { program: "node", with: "--check", role: "lint" },
  ],
  wrappers: [
    {
      program: "cross-env cross-env-shell dotenv dotenvx env-cmd ",
      valued: ["-e", "-f"],
    },
    {
      program: "c8 nyc ",
      valued: [
        "--reporter",
        "-r",
        "--include",
        "-n",
        "--exclude",
        "-x",
        "--report-dir",
        "-o",
        "--temp-directory",
        "--src",
        "--lines",
        "--branches",
        "--functions",
        "--statements",
      ],
    },
    {
      program: "tsx ts-node ts-node-esm esmo jiti babel-node esno vite-node sucrase-node",
      valued: ["-r", "--import", "--tsconfig", "-P", "--project"],
    },
    { program: "start-server-and-test", skip: 2 },
    { program: "retry-cli zx", valued: [] },
  ],
};
