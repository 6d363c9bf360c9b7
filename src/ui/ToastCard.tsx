import { Icon } from './Icon.tsx'
import { joined } from './look.ts'
import { useDragAway } from './useDragAway.ts'

export type ToastTone = 'success' | 'error'

export type ToastCardProps = {
  message: string
  tone: ToastTone
  /** False while it fades out. */
  isVisible?: boolean
  /** A click, or a drag of more than 80 % of its width. */
  onDismiss: () => void
}

const colours = { success: 'text-moss', error: 'text-ember' }
const glyphs = { success: 'success', error: 'alert' } as const

/** One message; the whole card is the status (or, for an error, the alert) and can be dragged away. */
export function ToastCard({ message, tone, isVisible = true, onDismiss }: ToastCardProps) {
  const { offset, handlers } = useDragAway(onDismiss)
  return (
    <div
      {...handlers}
      role={tone === 'error' ? 'alert' : 'status'}
      style={offset ? { transform: `translateX(${offset}px)`, transition: 'none' } : undefined}
      className={joined(
        'pointer-events-auto scheme-light flex w-full cursor-pointer touch-pan-y items-start gap-3 rounded border border-line bg-vellum py-3 ps-3.5 pe-4 font-sans text-ui leading-snug text-ink shadow-float transition duration-200 select-none starting:-translate-y-2 starting:opacity-0',
        !isVisible && 'opacity-0',
      )}
    >
      <Icon name={glyphs[tone]} className={joined('mt-px', colours[tone])} />
      <span className="min-w-0 flex-1 wrap-anywhere">{message}</span>
    </div>
  )
}
