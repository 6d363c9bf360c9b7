import { DialogTitle } from '@headlessui/react'
import { Component, type ReactNode, use, useState } from 'react'
import { IconButton } from './Button.tsx'
import { DialogFrame } from './DialogFrame.tsx'
import { joined } from './look.ts'
import { WordsContext } from './words.ts'

const widths = { small: 'sm:max-w-md', medium: 'sm:max-w-xl', large: 'sm:max-w-2xl' }

export type ModalProps = {
  open: boolean
  /** Called by Escape, the backdrop and the header's close button. */
  onClose: () => void
  title: string
  titleLang?: string | undefined
  /** Missing: the name that the button has in all dialogs. */
  closeLabel?: string
  children: ReactNode
  /** Buttons; they stay visible while the content scrolls. */
  footer?: ReactNode
  size?: keyof typeof widths
  /** Once something was typed, Escape and the backdrop make it bounce for 100 ms instead of closing it (ruling 80). */
  isStatic?: boolean
}

/**
 * A modal dialog: sheet at the bottom of a small screen, centred box on a wide one. It keeps its last content while it
 * closes, so the caller may drop its data at once. Room for a toast is left above it.
 */
export function Modal(props: ModalProps) {
  const { open, onClose, children, size = 'medium' } = props
  const [isTyped, setIsTyped] = useState(false)
  const isRuled = size !== 'small'
  if (!open && isTyped) setIsTyped(false)
  return (
    <DialogFrame
      open={open}
      onClose={onClose}
      isStatic={props.isStatic && isTyped}
      onInput={({ target }) => isTextField(target) && setIsTyped(true)}
      place="items-end justify-center sm:items-center"
      className={joined(
        'max-h-[calc(100dvh-6.5rem)] scroll-py-20 overflow-y-auto overscroll-contain rounded-t-sheet transition-transform duration-100 data-bouncing:scale-[1.02] sm:rounded',
        widths[size],
      )}
    >
      <Freeze isFrozen={!open}>
        <ModalHeader {...props} isRuled={isRuled} />
        <div className={joined('px-5 sm:px-7', isRuled ? 'py-5 sm:py-6' : 'pt-1 pb-3')}>
          {children}
        </div>
        {props.footer && <ModalFooter isRuled={isRuled}>{props.footer}</ModalFooter>}
      </Freeze>
    </DialogFrame>
  )
}

const isTextField = (target: EventTarget): boolean =>
  target instanceof HTMLTextAreaElement ||
  (target instanceof HTMLInputElement && /^(text|url|email|search)$/.test(target.type))

type HeaderProps = Pick<ModalProps, 'title' | 'titleLang' | 'closeLabel' | 'onClose'> & {
  isRuled: boolean
}

function ModalHeader({ title, titleLang, closeLabel, isRuled, onClose }: HeaderProps) {
  const { close } = use(WordsContext)
  return (
    <div
      className={joined(
        'sticky top-0 z-10 flex items-start gap-3 bg-vellum py-2 ps-5 pe-2 sm:ps-7',
        isRuled && 'border-b border-line',
      )}
    >
      <DialogTitle
        lang={titleLang}
        className="min-w-0 flex-1 py-1.5 font-heading text-xl font-semibold leading-snug text-balance wrap-anywhere"
      >
        {title}
      </DialogTitle>
      <IconButton label={closeLabel ?? close} icon="close" onClick={onClose} />
    </div>
  )
}

function ModalFooter({ isRuled, children }: { isRuled: boolean; children: ReactNode }) {
  return (
    <div
      className={joined(
        'sticky bottom-0 z-10 flex flex-col-reverse gap-2 bg-vellum px-5 pt-3 pb-4 sm:flex-row sm:justify-end sm:px-7',
        isRuled && 'border-t border-line sm:pb-3',
      )}
    >
      {children}
    </div>
  )
}

type FreezeProps = { isFrozen: boolean; children: ReactNode }

/** Skips renders while frozen, so that a closing dialog keeps its text. */
class Freeze extends Component<FreezeProps> {
  override shouldComponentUpdate(next: FreezeProps): boolean {
    return !next.isFrozen
  }

  override render(): ReactNode {
    return this.props.children
  }
}
