const ours =
  /^\/(?:$|[?#]|(?:market|cruuency|trading|loan|nfts|profile|detail|introduction|help|customerservice|transparency)(?:$|[/?#]))/

/** The way back after signing in: only a path of our own screens, never another site; anything else is the home page. */
export function safeBack(back: string | undefined): string {
  if (back === undefined || back.length > 500 || back.includes('\\') || !ours.test(back)) return '/'
  return back
}
