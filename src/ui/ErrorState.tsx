import { use } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { WordsContext } from './words.ts'

type ErrorStateProps = {
  /** Says by default that the content could not be loaded. */
  message?: string | undefined
  retryLabel?: string
  onRetry: () => void
  isBusy?: boolean
}

export function ErrorState({ message, retryLabel, onRetry, isBusy = false }: ErrorStateProps) {
  const words = use(WordsContext)
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Icon name="alert" className="mb-3 size-9 text-ember" />
      <p role="alert" className="max-w-measure font-body text-lg wrap-anywhere">
        {message ?? words.failed}
      </p>
      <Button busy={isBusy} onClick={onRetry} className="mt-5">
        {retryLabel ?? words.retry}
      </Button>
    </div>
  )
}
