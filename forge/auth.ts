import { randomBytes, verify } from "node:crypto";
import type { KeyObject } from "node:crypto";
import { ApiError } from "./api-error.ts";
import type { Installation, Permissions, State, Token, User } from "./state.ts";

/** Who a request comes from. */
export type Actor =
  | { kind: "anonymous" }
  | { kind: "app" }
  | { kind: "installation"; installation: Installation; token: Token }
  | { kind: "user"; user: User };

const LONGEST_LIFE_SECONDS = 600;
const TOKEN_LIFE_MS = 3_600_000;

interface Claims {
  iss?: unknown;
  iat?: unknown;
  exp?: unknown;
}

interface JwtExpectation {
  publicKey: KeyObject;
  issuers: readonly string[];
  now: Date;
}

/** Checks an App's JSON web token as GitHub does; throws the 401 that GitHub would answer. */
function verifyAppJwt(jwt: string, { publicKey, issuers, now }: JwtExpectation): void {
  const [header = "", payload = "", signature = ""] = jwt.split(".");
  const algorithm = (decodePart(header) as { alg?: unknown } | null)?.alg;
  const signed = Buffer.from(`${header}.${payload}`);
  const genuine =
    algorithm === "RS256" && verify("RSA-SHA256", signed, publicKey, Buffer.from(signature, "base64url"));
  if (!genuine) throw new ApiError(401, "A JSON web token could not be decoded");
  const claims = (decodePart(payload) ?? {}) as Claims;
  if (!issuers.includes(String(claims.iss))) {
    throw new ApiError(401, "'Issuer' claim ('iss') must be the App's ID or client ID");
  }
  requireTimely(claims, Math.floor(now.getTime() / 1000));
}

function requireTimely({ iat, exp }: Claims, now: number): void {
  if (typeof exp !== "number" || exp <= now) {
    const wanted = "must be a numeric value representing the future time at which the assertion expires";
    throw new ApiError(401, `'Expiration time' claim ('exp') ${wanted}`);
  }
  if (exp > now + LONGEST_LIFE_SECONDS) {
    throw new ApiError(401, "'Expiration time' claim ('exp') is too far in the future");
  }
  if (typeof iat !== "number" || iat > now) {
    const wanted = "must be an Integer representing the time that the assertion was issued";
    throw new ApiError(401, `'Issued at' claim ('iat') ${wanted}`);
  }
}

function decodePart(part: string): unknown {
  try {
    return JSON.parse(Buffer.from(part, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}

/** The actor behind an `Authorization` header of the REST API. */
export function authenticate(state: State, header: string | undefined, now: Date): Actor {
  if (header === undefined) return { kind: "anonymous" };
  const credential = /^(?:bearer|token) (?<credential>\S+)$/iu.exec(header)?.groups?.["credential"] ?? "";
  if (credential.startsWith("ghs_") || credential.startsWith("ghp_"))
    return actorOfToken(state, credential, now);
  if (credential.split(".").length !== 3) throw new ApiError(401, "Bad credentials");
  const { publicKey, id, clientId } = state.app;
  verifyAppJwt(credential, { publicKey, issuers: [String(id), clientId], now });
  return { kind: "app" };
}

export function actorOfToken(state: State, text: string, now: Date): Actor {
  const token = state.tokens.get(text);
  if (token === undefined || token.expiresAt <= now) throw new ApiError(401, "Bad credentials");
  const { holder } = token;
  if (holder.kind === "user") return { kind: "user", user: holder.user };
  const installation = state.installations.find((candidate) => candidate.id === holder.installationId);
  if (installation === undefined) throw new ApiError(401, "Bad credentials");
  if (installation.suspendedAt !== null) throw new ApiError(403, "This installation has been suspended");
  return { kind: "installation", installation, token };
}

export interface TokenRequest {
  permissions: Permissions;
  repositoryIds: Set<number> | null;
}

export function mintInstallationToken(
  state: State,
  installation: Installation,
  request: TokenRequest & { now: Date },
): Token {
  return storeToken(state, {
    token: `ghs_${randomBytes(27).toString("base64url").replaceAll(/[-_]/gu, "x")}`,
    holder: { kind: "installation", installationId: installation.id },
    permissions: request.permissions,
    repositoryIds: request.repositoryIds,
    expiresAt: new Date(request.now.getTime() + TOKEN_LIFE_MS),
  });
}

export function mintUserToken(state: State, user: User, now: Date): Token {
  return storeToken(state, {
    token: `ghp_${randomBytes(27).toString("base64url").replaceAll(/[-_]/gu, "x")}`,
    holder: { kind: "user", user },
    permissions: {},
    repositoryIds: null,
    expiresAt: new Date(now.getTime() + 24 * TOKEN_LIFE_MS),
  });
}

function storeToken(state: State, token: Token): Token {
  state.tokens.set(token.token, token);
  return token;
}

/** The user that an act is attributed to. */
export function userOf(state: State, actor: Actor): User {
  if (actor.kind === "user") return actor.user;
  if (actor.kind === "anonymous") throw new ApiError(401, "Requires authentication");
  return state.app.bot;
}
