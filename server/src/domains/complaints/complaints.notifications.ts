import type { NotificationSpecs } from '../../kernel/module/notification.ts'

const ofComplaints = {
  category: 'LEGAL',
  purpose: 'legal',
  mail: 'always',
  toWhoLeft: true,
  link: ({ no = '' }) => `/profile/complaints?no=${encodeURIComponent(no)}`,
} as const satisfies NotificationSpecs[string]

/** Notices of complaints. */
export const complaintNotifications = {
  'complaint.received': ofComplaints,
  'complaint.answered': ofComplaints,
  'complaint.escalated': ofComplaints,
} satisfies NotificationSpecs
