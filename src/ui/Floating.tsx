import { type ReactNode, useLayoutEffect, useRef } from 'react'

/** Pixels between the popup and its button, and between the popup and the edge of the window. */
const gap = 4
const margin = 12
const tallest = 384

/** Below the button, or above it where there is more room; never taller than that room. */
function place(box: HTMLElement, anchor: HTMLElement) {
  const around = anchor.getBoundingClientRect()
  const windowHeight = document.documentElement.clientHeight
  const below = windowHeight - around.bottom - gap - margin
  const above = around.top - gap - margin
  const wanted = Math.min(box.scrollHeight, tallest)
  const goesUp = below < wanted && above > below
  box.style.left = `${around.left}px`
  box.style.width = `${around.width}px`
  box.style.top = goesUp ? 'auto' : `${around.bottom + gap}px`
  box.style.bottom = goesUp ? `${windowHeight - around.top + gap}px` : 'auto'
  box.style.maxHeight = `${Math.min(tallest, Math.max(0, goesUp ? above : below))}px`
}

/**
 * A sheet that floats at its button while it is mounted. It stays where it is in the document, so
 * that it belongs to its landmark or dialog, yet no scrolling box around it cuts it off.
 */
export function Floating({ anchorId, children }: { anchorId: string; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const box = ref.current
    const anchor = document.getElementById(anchorId)
    if (!box || !anchor) return
    const follow = () => place(box, anchor)
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
