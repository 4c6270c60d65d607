/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './hk/*.json',
  '../../../protocol/src/texts/hk/*.json',
  // Read by the build alone.
  '!./hk/{pages,push}.json',
])
