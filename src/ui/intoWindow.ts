const MARGIN_PX = 8

/** How far a box must move sideways to stand in the window, in pixels. Where there is no room, its left is seen. */
export function intoWindow({ left, right }: Pick<DOMRect, 'left' | 'right'>): number {
  const overhang = right + MARGIN_PX - document.documentElement.clientWidth
  return overhang > 0 ? Math.max(MARGIN_PX - left, -overhang) : Math.max(0, MARGIN_PX - left)
}
