import { type ReactNode, useLayoutEffect, useRef } from 'react'

const GAP_PX = 4
const MARGIN_PX = 12
const MAX_HEIGHT_PX = 384

/** Places the popup below the button, or above it if there is more room; limits its height to that room. */
function position(box: HTMLElement, anchor: HTMLElement) {
  const around = anchor.getBoundingClientRect()
  const windowHeight = document.documentElement.clientHeight
  const below = windowHeight - around.bottom - GAP_PX - MARGIN_PX
  const above = around.top - GAP_PX - MARGIN_PX
  const wanted = Math.min(box.scrollHeight, MAX_HEIGHT_PX)
  const isAbove = below < wanted && above > below
  box.style.left = `${around.left}px`
  box.style.width = `${around.width}px`
  box.style.top = isAbove ? 'auto' : `${around.bottom + GAP_PX}px`
  box.style.bottom = isAbove ? `${windowHeight - around.top + GAP_PX}px` : 'auto'
  box.style.maxHeight = `${Math.min(MAX_HEIGHT_PX, Math.max(0, isAbove ? above : below))}px`
}

/**
 * A popup at its button. It stays inside its landmark or dialog in the document, but no scrolling ancestor clips it.
 */
export function Floating({ anchorId, children }: { anchorId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = ref.current
    const anchor = document.getElementById(anchorId)
    if (!box || !anchor) return
    const follow = () => position(box, anchor)
    follow()
    // Captured, because scroll events of the boxes around it do not bubble.
    document.addEventListener('scroll', follow, { capture: true, passive: true })
    const observer = new ResizeObserver(follow)
    observer.observe(document.documentElement)
    return () => {
      document.removeEventListener('scroll', follow, { capture: true })
      observer.disconnect()
    }
  }, [anchorId])

  return (
    <div
      ref={ref}
      className="fixed z-dropdown flex flex-col overflow-hidden rounded border border-line bg-vellum font-sans text-ui text-ink shadow-float transition-opacity starting:opacity-0"
    >
      {children}
    </div>
  )
}
