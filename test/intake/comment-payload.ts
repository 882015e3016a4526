export interface PayloadChanges {
  body?: string;
  commentId?: number;
  issueBody?: string | null;
  onPullRequest?: boolean;
  login?: string;
  senderId?: number;
  authorId?: number;
  senderType?: string;
  authorType?: string;
  installation?: { id: number } | null;
}

const USUAL = {
  body: "/avatar fix this",
  commentId: 99,
  issueBody: "2 + 2 gives 5",
  onPullRequest: false,
  login: "mona",
  senderId: 5,
  senderType: "User",
  installation: { id: 7 },
};

/** `issue_comment.created` as GitHub sends it, with the fields avatar reads and some of those it does not. */
export function commentPayload(changes: PayloadChanges = {}) {
  const { commentId, senderId, senderType, ...usual } = { ...USUAL, ...changes };
  const { authorId, authorType } = { authorId: senderId, authorType: senderType, ...changes };
  const issueUrl = "https://forge.example/octo/calculator/issues/3";
  const person = { id: senderId, login: usual.login, type: senderType, site_admin: false };
  return {
    action: "created",
    installation: usual.installation,
    repository: {
      id: 11,
      name: "calculator",
      full_name: "octo/calculator",
      private: false,
      owner: { id: 1, login: "octo" },
    },
    issue: {
      id: 33,
      number: 3,
      title: "Sums are wrong",
      body: usual.issueBody,
      html_url: issueUrl,
      state: "open",
      ...(usual.onPullRequest ? { pull_request: { url: issueUrl } } : {}),
    },
    comment: {
      id: commentId,
      body: usual.body,
      html_url: `${issueUrl}#issuecomment-${commentId}`,
      user: { ...person, id: authorId, type: authorType },
      author_association: "NONE",
      performed_via_github_app: null,
    },
    sender: person,
  };
}
