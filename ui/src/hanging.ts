const gapPx = 6
const edgePx = 8

/** Where a panel of some size hangs at a button: below it with their ends in line, above or inwards where there is no room. */
export function placeAt(
  button: { left: number; right: number; top: number; bottom: number },
  panel: { width: number; height: number },
  page: { width: number; height: number; rtl: boolean },
): { left: number; top: number } {
  const below = button.bottom + gapPx
  const above = button.top - gapPx - panel.height
  const top = below + panel.height <= page.height || above < 0 ? below : above
  const left = page.rtl ? button.left : button.right - panel.width
  return { top, left: Math.max(edgePx, Math.min(left, page.width - panel.width - edgePx)) }
}

/** Places a popover that has just opened at its button, in a browser whose style sheets cannot. */
export function placeAtAnchor(button: HTMLElement | null, panel: HTMLElement): void {
  if (button === null || CSS.supports('position-area', 'block-end')) return
  const { clientWidth: width, clientHeight: height, dir } = document.documentElement
  const { left, top } = placeAt(button.getBoundingClientRect(), panel.getBoundingClientRect(), {
    width,
    height,
    rtl: dir === 'rtl',
  })
  Object.assign(panel.style, { margin: '0', inset: 'auto', left: `${left}px`, top: `${top}px` })
}
