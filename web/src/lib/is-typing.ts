/** Whether a key is meant for something else than the page: a field, a dialog, a chart that is drawn on, or a shortcut of the browser. */
export const isTyping = (event: KeyboardEvent): boolean =>
  event.ctrlKey ||
  event.metaKey ||
  event.altKey ||
  event.defaultPrevented ||
  (event.target instanceof HTMLElement &&
    event.target.closest('input, textarea, select, dialog[open], [contenteditable], [popover]') !== null)
