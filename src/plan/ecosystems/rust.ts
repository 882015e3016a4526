import type { Ecosystem } from "./ecosystem.ts";

export const rust: Ecosystem = {
  name: "rust",
  rules: [
    { program: "cargo cross cargo-zigbuild", with: "--version -V --list", role: "inspect" },
    { program: "cargo cross cargo-zigbuild", sub: "fmt", with: "--check", role: "lint" },
    { program: "cargo cross cargo-zigbuild", sub: "fmt, fix, update, add, upgrade, insta", role: "write" },
    { program: "cargo cross cargo-zigbuild", sub: "clippy", with: "--fix", role: "write" },
    {
      program: "cargo cross cargo-zigbuild",
      sub: "publish, release, dist, login, owner, yank, smart-release, workspaces publish",
      role: "publish",
    },
    {
      program: "cargo cross cargo-zigbuild",
      sub: `
        test, nextest run, nextest, t, llvm-cov, tarpaulin, miri test, miri nextest, careful test,
        hack test, hack nextest, all-features test, mutants, ndk test, leptos test, shuttle`,
      role: "test",
    },
    { program: "cargo cross cargo-zigbuild", sub: "bench, criterion", with: "--no-run", role: "build" },
    {
      program: "cargo cross cargo-zigbuild",
      sub: `
        bench, criterion, fuzz, flamegraph, bloat, tree, metadata, clean, search, locate-project, version,
        pkgid, outdated`,
      role: "inspect",
    },
    {
      program: "cargo cross cargo-zigbuild",
      sub: `
        clippy, deny, audit, machete, udeps, semver-checks, spellcheck, sort, doc, rustdoc, msrv, shear,
        vet, rdme, public-api, minimal-versions, hack clippy, check-external-types, docs-rs, hack check-external-types, docs-rs, modules, dylint, deadlinks, about`,
      role: "lint",
    },
    {
      program: "cargo cross cargo-zigbuild",
      sub: `
        build, b, check, c, rustc, hack check, hack build, zigbuild, ndk, all-features check,
        all-features build, build-all-features, check-all-features, package, test-all-features, apk,
        lambda build`,
      role: "build",
    },
    {
      program: "cargo cross cargo-zigbuild",
      sub: "install, binstall, miri setup, fetch, vendor, generate-lockfile, init",
      role: "setup",
    },
    { program: "rustfmt", with: "--check", role: "lint" },
    { program: "rustfmt", role: "write" },
    { program: "rustc", role: "inspect" },
    { program: "rustup rustup-init", role: "setup" },
    { program: "wasm-pack", sub: "test", role: "test" },
    { program: "wasm-pack trunk", sub: "build", role: "build" },
    { program: "mdbook", sub: "test", role: "test" },
    { program: "mdbook", sub: "build", role: "build" },
    { program: "mdbook", sub: "serve, watch", role: "hang" },
    { program: "typos taplo committed lychee-lib", rewrites: "-w --write-changes", role: "lint" },
    { program: "bacon", role: "hang" },
  ],
  wrappers: [{ program: "rustup", sub: "run", skip: 1 }],
  tasks: [
    {
      program: "cargo",
      sub: "make, xtask, x",
      source: "name",
      valued: ["-p", "--profile", "--makefile"],
    },
    { program: "cargo", sub: "xfmt", source: "name" },
  ],
  valued: {
    cargo: [
      "--manifest-path",
      "--color",
      "--config",
      "-Z",
      "-C",
      "-p",
      "--package",
      "--features",
      "-F",
      "--target",
      "--profile",
      "-j",
      "--jobs",
    ],
  },
};
