import type { Ecosystem } from "./ecosystem.ts";

export const go: Ecosystem = {
  name: "go",
  rules: [
    { program: "go", sub: "test", role: "test" },
    { program: "go", sub: "vet", role: "lint" },
    { program: "go", sub: "build", role: "build" },
    { program: "go", sub: "mod verify", role: "lint" },
    { program: "go", sub: "mod tidy", with: "-diff", role: "lint" },
    { program: "go", sub: "mod tidy, fmt, generate, fix, work sync", role: "write" },
    { program: "go", sub: "mod download, mod vendor, get, install, work", role: "setup" },
    { program: "go", sub: "version, env, list, clean, tool, doc", role: "inspect" },
    { program: "golangci-lint", with: "--fix", role: "write" },
    { program: "golangci-lint", sub: "fmt", with: "--diff -d", role: "lint" },
    { program: "golangci-lint", sub: "fmt", role: "write" },
    { program: "golangci-lint", sub: "run, config verify", role: "lint" },
    { program: "golangci-lint", role: "inspect" },
    { program: "gofmt goimports gofumpt gci golines", rewrites: "-w", role: "lint" },
    {
      program: `
        staticcheck golint revive gosec errcheck ineffassign misspell govulncheck nilaway go-licenses
        addlicense govet gocyclo gosimple deadcode go-consistent go-arch-lint depguard nakedret gorelease
        apidiff`,
      role: "lint",
    },
    { program: "gotestsum richgo ginkgo gotest go-acc overalls courtney", role: "test" },
    { program: "goreleaser goveralls ko", sub: "check", role: "lint" },
    { program: "goreleaser goveralls ko", role: "publish" },
    { program: "buf", sub: "lint, breaking", role: "lint" },
    { program: "buf", sub: "format", with: "--exit-code -d --diff", role: "lint" },
    { program: "buf", sub: "push", role: "publish" },
    { program: "air", role: "hang" },
  ],
  valued: { go: ["-C"], "golangci-lint": ["--timeout", "-c", "--config"] },
  wrappers: [
    { program: "go", sub: "tool" },
    { program: "go", sub: "run", valued: ["-modfile", "-C", "-tags"] },
  ],
};
