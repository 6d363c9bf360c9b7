import { useState } from 'react'
import { copyText } from '#src/platform/clipboard.ts'
import { Button } from './Button.tsx'

type Props = {
  text: string
  label: string
  copied: string
  notCopied: string
}

/** Shows beside the button whether the text was copied. */
export function CopyButton({ text, label, copied, notCopied }: Props) {
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const handleClick = async () => {
    setIsCopied(null)
    setIsCopied(await copyText(text))
  }
  return (
    <span className="flex flex-wrap items-center">
      <Button onClick={() => void handleClick()}>{label}</Button>
      <span role="status" className="font-sans text-sm text-ink-soft">
        {isCopied !== null && <span className="ms-2">{isCopied ? copied : notCopied}</span>}
      </span>
    </span>
  )
}
