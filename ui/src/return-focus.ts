const headings = ':is(h1, h2, h3, h4, h5, h6)'
const regions = ':is(main, section, [role=tabpanel], [role=region])'
const controls = ':is(a[href], button:not(:disabled), summary)'
const lists = ':is(ul, ol, tbody)'

type Ancestor = {
  readonly element: Element
  /** The place of the opener's row, where it is a list. */ readonly at: number
}

/**
 * Called when an overlay opens, with the element that has the focus. Returns what to call when the overlay has closed: the
 * opener has the focus again for as long as it exists. Where it goes away, at once or with the next answer of the server,
 * the focus moves to what is nearest to it: the row that took the place of its row, else the heading of the part of the
 * page in which it stood. Ends with the first press or the first focus elsewhere.
 */
export function returnFocus(opener: Element | null): () => void {
  if (!(opener instanceof HTMLElement) || opener === document.body) return () => {}
  let current: HTMLElement = opener
  const ancestors = ancestorsOf(opener)
  return () => {
    const check = () => {
      if (document.activeElement !== document.body) return
      if (isShown(current)) current.focus({ preventScroll: true })
      if (document.activeElement === document.body) current = land(ancestors) ?? current
    }
    const observer = new MutationObserver(check)
    const end = ({ type, target }: Event) => {
      if (type === 'focusin' && (target === current || document.activeElement === document.body)) return
      observer.disconnect()
      removeEventListener('focusin', end)
      removeEventListener('pointerdown', end, true)
    }
    check()
    observer.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['disabled', 'hidden', 'open'],
    })
    addEventListener('focusin', end)
    addEventListener('pointerdown', end, true)
  }
}

const isShown = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0

function ancestorsOf(opener: Element): Ancestor[] {
  const found: Ancestor[] = []
  for (let child = opener; child.parentElement; child = child.parentElement)
    found.push({ element: child.parentElement, at: [...child.parentElement.children].indexOf(child) })
  return found
}

/** Focuses what is nearest to an opener that is gone, and says what that is. */
function land(ancestors: readonly Ancestor[]): HTMLElement | undefined {
  for (const { element, at } of ancestors) {
    const target = isShown(element) ? targetIn(element, at) : undefined
    if (!target) continue
    if (!target.matches(controls)) target.setAttribute('tabindex', '-1')
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return target
  }
  return undefined
}

function targetIn(element: Element, at: number): HTMLElement | undefined {
  const row = element.matches(lists) ? element.children[Math.min(at, element.children.length - 1)] : undefined
  const inRow = row?.querySelector<HTMLElement>(headings) ?? row?.querySelector<HTMLElement>(controls)
  if (inRow) return inRow
  const heading = [...element.querySelectorAll<HTMLElement>(headings)].find(isShown)
  return heading ?? (element instanceof HTMLElement && element.matches(regions) ? element : undefined)
}
