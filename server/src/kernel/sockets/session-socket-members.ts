import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { WebSocket } from 'ws'
import type { Session } from '../http/http.ts'

/** A socket that is known to be a customer's. */
export type Member = {
  readonly ws: WebSocket
  readonly accountId: bigint
  readonly customerId: string
  /** The session that it came with, while that runs. */
  find(): Session | undefined | Promise<Session | undefined>
  /** The account it shows. */
  mode(): AccountMode
  send(text: string): void
  /** Checks whether it still reads what it is sent. */
  beat(now: number): void
  /** Begins to count its frames anew. */
  forgetFrames(): void
  close(code: number, why: string): void
}

const none: ReadonlySet<Member> = new Set()

/** Sockets by their customer's account. */
export function createMembers() {
  const byAccount = new Map<bigint, Set<Member>>()
  const all = new Set<Member>()
  return {
    all: (): ReadonlySet<Member> => all,
    of: (accountId: bigint): ReadonlySet<Member> => byAccount.get(accountId) ?? none,
    count: () => all.size,
    add(member: Member): void {
      all.add(member)
      const own = byAccount.get(member.accountId) ?? new Set()
      byAccount.set(member.accountId, own.add(member))
    },
    remove(member: Member): void {
      all.delete(member)
      const own = byAccount.get(member.accountId)
      own?.delete(member)
      if (own?.size === 0) byAccount.delete(member.accountId)
    },
  }
}
