import { useState } from 'react'

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
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const handleClick = async () => {
    setIsCopied(null)
    setIsCopied(await copyText(text))
  }
  return (
    <>
      <Button variant={variant} onClick={() => void handleClick()}>
        {label}
      </Button>
      <p role="status" className="order-last min-h-5 basis-full font-sans text-sm text-ink-soft">
        {isCopied !== null && <span>{isCopied ? copied : notCopied}</span>}
      </p>
    </>
  )
}

/** False if the browser refuses, or has no clipboard (pages without TLS). Never throws. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
