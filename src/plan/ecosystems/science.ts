import type { Ecosystem } from "./ecosystem.ts";

/** R and Julia, whose checks are mostly expressions given to the interpreter. */
export const science: Ecosystem = {
  name: "science",
  rules: [
    { program: "r", sub: "CMD check", role: "test" },
    { program: "r", sub: "CMD build, CMD INSTALL", role: "build" },
    { program: "r rscript julia", with: "--version", role: "inspect" },
  ],
  expressions: [
    {
      program: "r rscript",
      options: ["-e", "--eval"],
      says: [
        {
          text: /\b(deploy|build_site_github_pages|codecov|coveralls|submit_cran|release)\b/,
          role: "publish",
        },
        { text: /style_(pkg|file|dir)\(/, role: "write" },
        {
          text: /rcmdcheck|devtools::check|devtools::test|testthat::test|test_(check|local|dir|package)|tinytest/,
          role: "test",
        },
        { text: /lint_(package|dir)|lintr::|spell_check|urlchecker|goodpractice/, role: "lint" },
        { text: /build_site|pkgdown|render\(|roxygen|document\(|devtools::build/, role: "build" },
        { text: /install|pak::|remotes::|renv::/, role: "setup" },
      ],
    },
    {
      program: "julia",
      options: ["-e", "--eval", "-E", "--print"],
      says: [
        { text: /deploydocs|Registrator|Coverage|Codecov/, role: "publish" },
        { text: /Pkg\.test|runtests\.jl|doctest\(|ReTest|TestItemRunner/, role: "test" },
        { text: /JuliaFormatter|format\(/, role: "write" },
        { text: /Pkg\.|PackageSpec/, role: "setup" },
      ],
    },
  ],
};
