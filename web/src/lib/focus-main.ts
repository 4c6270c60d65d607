/** Moves the focus to the screen, past what stands around it, without scrolling. */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true })
