/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './ar/*.json',
  '../../../protocol/src/texts/ar/*.json',
  // Read by the build alone.
  '!./ar/{pages,push}.json',
])
