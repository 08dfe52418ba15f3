/** Closes the menu before what is pressed in it acts, also if it belongs to a page. */
export const closeWithin = (menu: HTMLElement | null): void =>
  menu?.addEventListener('click', () => menu.hidePopover(), { capture: true })
