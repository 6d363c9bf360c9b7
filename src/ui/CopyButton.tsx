import { useCopying } from '#kit/useCopying.ts'
import { Button } from './Button.tsx'
import type { ControlVariant } from './look.ts'

type Props = {
  text: string
  variant?: ControlVariant
  label: string
  copied: string
  notCopied: string
}

/** A line at the end of the flex container around it says whether the text was copied, and moves nothing. */
export function CopyButton({ text, variant, label, copied, notCopied }: Props) {
  const { isCopied, copy } = useCopying(text)
  return (
    <>
      <Button variant={variant} onClick={() => void copy()}>
        {label}
      </Button>
      <p role="status" className="order-last min-h-5 basis-full font-sans text-sm text-ink-soft">
        {isCopied !== null && <span>{isCopied ? copied : notCopied}</span>}
      </p>
    </>
  )
}
