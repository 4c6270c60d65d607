/** The catalogues of one language, each loaded when a screen first needs it; those of the protocol serve mails as well. */
export const files = import.meta.glob<{ default: object }>([
  './ja/*.json',
  '../../../protocol/src/texts/ja/*.json',
  // Read by the build alone.
  '!./ja/{pages,push}.json',
])
