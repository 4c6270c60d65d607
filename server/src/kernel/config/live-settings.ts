type LiveSettings = {
  PUSH_TEST_ORIGIN?: string | undefined
  RATE_LIMITS: string
  SMTP_URL?: string | undefined
  MAIL_REPLY_TO?: string | undefined
  PUBLIC_URL?: string | undefined
  FEED: string
  FILES_KEY_FILE?: string | undefined
}

/** Throws, in one sentence, what a live installation cannot run with. */
export function mustBeForLive(v: LiveSettings): void {
  if (v.RATE_LIMITS === 'off')
    throw new Error('MODE=live refuses RATE_LIMITS=off, which is for load tests in a sandbox: remove it.')
  if (v.PUSH_TEST_ORIGIN !== undefined)
    throw new Error('MODE=live refuses PUSH_TEST_ORIGIN, which lets customers name a server of tests: remove it.')
  if (v.SMTP_URL === undefined)
    throw new Error(
      'MODE=live needs SMTP_URL, because codes are sent by mail and a live installation has no mailbox page: set it.',
    )
  if (v.MAIL_REPLY_TO === undefined)
    throw new Error(
      'MODE=live needs MAIL_REPLY_TO, the address where staff read replies to mails, because who cannot sign in complains there: set it.',
    )
  if (v.PUBLIC_URL?.startsWith('https:') !== true)
    throw new Error(
      'MODE=live needs PUBLIC_URL, the https address customers know, because mails link to it and sessions are bound to it: set it.',
    )
  if (v.FILES_KEY_FILE === undefined)
    throw new Error(
      'MODE=live needs FILES_KEY_FILE, the key that protects customers’ files, kept apart from the data: make one with npm run files -- new-key, and set it.',
    )
  if (v.FEED !== 'live')
    throw new Error(
      `MODE=live refuses FEED=${v.FEED}, because no customer can be paid on prices that are not today’s: set FEED=live.`,
    )
}
