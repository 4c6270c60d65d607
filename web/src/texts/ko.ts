/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './ko/*.json',
  '../../../protocol/src/texts/ko/*.json',
  // Read by the build alone.
  '!./ko/{pages,push}.json',
])
