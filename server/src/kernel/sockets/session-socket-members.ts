import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { SocketFrame } from '@evenhand/protocol/notices.ts'
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
  /** Whether frames of a channel are for it. */
  isSent(channel: SocketFrame['channel']): boolean
  send(text: string): void
  /** Checks whether it still reads what it is sent. */
  beat(now: number): void
  /** Begins to count its frames anew. */
  forgetFrames(): void
  close(code: number, why: string): void
}

/** A socket of a guest, whom the domain that talks over the sockets knows. */
export type Guest = Pick<Member, 'ws' | 'beat' | 'forgetFrames'> & { readonly guestId: string }

const none: ReadonlySet<Member> = new Set()

/** Sockets by their customer's account, and those of guests. */
export function createMembers() {
  const byAccount = new Map<bigint, Set<Member>>()
  const all = new Set<Member>()
  const guests = new Set<Guest>()
  const byGuest = new Map<string, number>()
  return {
    all: (): ReadonlySet<Member> => all,
    of: (accountId: bigint): ReadonlySet<Member> => byAccount.get(accountId) ?? none,
    everyone: (): readonly (Member | Guest)[] => [...all, ...guests],
    ofGuest: (guestId: string): number => byGuest.get(guestId) ?? 0,
    count: () => all.size + guests.size,
    addGuest(guest: Guest): void {
      guests.add(guest)
      byGuest.set(guest.guestId, (byGuest.get(guest.guestId) ?? 0) + 1)
    },
    removeGuest(guest: Guest): void {
      guests.delete(guest)
      const left = (byGuest.get(guest.guestId) ?? 1) - 1
      if (left > 0) byGuest.set(guest.guestId, left)
      else byGuest.delete(guest.guestId)
    },
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
