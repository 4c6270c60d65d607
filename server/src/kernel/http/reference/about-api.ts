import { maxKeyCalls } from '@evenhand/protocol/api-keys.ts'
import { refusalCodes } from '@evenhand/protocol/codes.ts'
import { secondMs } from '@evenhand/protocol/durations.ts'

/** What holds for every call, in Markdown. */
export const aboutApi = ({ max, perMs }: { readonly max: number; readonly perMs: number }): string => `
**Answers.** Success is HTTP 200 with \`{"code":200,"result":…,"traceId":…}\`. A refusal is HTTP 200 as well: its \`code\`, its
key as \`msg\` and the values of its text as \`params\`. Other statuses are 401 (the session ended), 413 (the body is too large),
429 (a rate limit, with \`Retry-After\`) and 503 (overloaded; the effect is unknown). Each operation lists every refusal that it
may answer, and \`code\` is a constant in each: a typed client distinguishes them by it.

**Values.** Amounts, prices and rates are decimal texts, never numbers. Times are epoch milliseconds. Ids are texts. A field
that a body may not have is refused with ${refusalCodes.dataIncomplete}.

**Accounts.** Every customer has a virtual account and a real one. The header \`virtually\` names the one a call means.

**Repeating a call.** Send an \`Idempotency-Key\` with every call that moves money. The same key with the same request is
served with the first response; \`orderByKey\` returns what came of a call whose response was lost.

**Limits.** One customer, or one network address without a session, may make ${max} calls in ${perMs / secondMs} seconds; some
calls have tighter limits of their own. Beyond them every call is refused with ${refusalCodes.tooMany} and HTTP 429.

**API keys.** A key that a customer made in the security settings is sent as \`Authorization: Bearer evk_…\`. What it may call says
\`x-api-key-scope\`; every other call is refused with ${refusalCodes.keyNotAllowed}. One key may make ${maxKeyCalls} calls in ten seconds.

**Sockets.** \`/message\` sends prices, \`/ws\` what concerns one customer: [asyncapi.json](/docs/asyncapi.json).
`.trim() // prettier-ignore
