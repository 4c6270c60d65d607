import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofInvites = { category: 'ACCOUNT', purpose: 'service', link: () => '/profile/invite' } as const

/** Notices of invitations: who joined, what was paid, what is held, and what became of it. */
export const inviteNotifications = {
  'invite.joined': { ...ofInvites, mail: 'chosen' },
  'invite.paid': { ...ofInvites, mail: 'chosen' },
  'invite.held': { ...ofInvites, mail: 'always' },
  'invite.decided': { ...ofInvites, mail: 'always' },
} satisfies NotificationSpecs
