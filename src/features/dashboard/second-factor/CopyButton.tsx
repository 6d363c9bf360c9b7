import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '#src/platform/clipboard.ts'
import { Button } from '#src/ui/Button.tsx'

type Props = { text: string; label: string }

/** Says beside it whether the text is in the clipboard. */
export function CopyButton({ text, label }: Props) {
  const { t } = useTranslation()
  const [isCopied, setIsCopied] = useState<boolean | null>(null)
  const handleClick = async () => {
    setIsCopied(null)
    setIsCopied(await copyText(text))
  }
  return (
    <span className="flex flex-wrap items-center">
      <Button onClick={() => void handleClick()}>{label}</Button>
      <span role="status" className="font-sans text-sm text-ink-soft">
        {isCopied !== null && (
          <span className="ms-2">
            {t(isCopied ? 'second_step.copied' : 'second_step.not_copied')}
          </span>
        )}
      </span>
    </span>
  )
}
