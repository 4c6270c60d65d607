import { searchNumbers } from '@evenhand/protocol/operator-search.ts'
import type { Accounts } from '../domains/accounts/index.ts'
import { handleOperator, type MountedOperator, type OperatorCall } from '../kernel/http/operator-call.ts'
import type { Hit, SearchRequest, SearchSource } from '../kernel/module/search.ts'
import { soughtOf } from '../kernel/module/search-term.ts'

type Params = { sources: readonly SearchSource[]; accounts: Pick<Accounts, 'findMany' | 'findByAccountIds'> }

const maxFound = 20

/** The customers that accounts belong to. */
async function ownersOf(accounts: Params['accounts'], hits: readonly Hit[]): Promise<ReadonlyMap<bigint, string>> {
  const ids = hits.flatMap((hit) => ('accountId' in hit ? hit.accountId : []))
  return new Map((await accounts.findByAccountIds(ids)).map(({ accountId, id }) => [accountId, id]))
}

/** One search over what every module knows by a number, cut to what the caller's roles read. */
async function search({ sources, accounts }: Params, { q, call }: { q: string; call: OperatorCall }) {
  const may: SearchRequest['may'] = ({ roles }) => roles.some((role) => call.operator.roles.includes(role))
  const request = { sought: soughtOf(q), call, may }
  const found = await Promise.all(
    sources.map(async ({ shownBy = {}, find }) =>
      (await find(request)).filter(({ kind }) => {
        const route = shownBy[kind]
        return route === undefined || may(route)
      }),
    ),
  )
  const shown = found.flat().slice(0, maxFound)
  const owners = await ownersOf(accounts, shown)
  const hits = shown.map((hit) => {
    if (!('accountId' in hit)) return hit
    const { accountId, ...rest } = hit
    return { ...rest, customerId: owners.get(accountId) ?? null }
  })
  const ids = [...new Set(hits.flatMap(({ customerId }) => customerId ?? []))]
  const names = new Map((await accounts.findMany(ids)).map(({ id, username }) => [id, username]))
  return hits.map((hit) => ({
    about: null,
    ...hit,
    username: (hit.customerId !== null && names.get(hit.customerId)) || null,
  }))
}

/** The search of the console's palette. */
export const searchConsole = (params: Params): MountedOperator[] => [
  handleOperator(searchNumbers, ({ q }, call) => search(params, { q, call })),
]
