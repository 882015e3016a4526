export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/fixtures/"],
  modulePathIgnorePatterns: ["<rootDir>/test/fixtures/", "<rootDir>/demo/"],
  extensionsToTreatAsEsm: [".ts"],
  transform: {},
  testTimeout: 120_000,
  reporters: ["default", "<rootDir>/test/support/closing-line.js"],
};
