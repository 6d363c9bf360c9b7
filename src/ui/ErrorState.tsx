import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'

type ErrorStateProps = {
  message: string
  retryLabel: string
  onRetry: () => void
  isBusy?: boolean
}

export function ErrorState({ message, retryLabel, onRetry, isBusy = false }: ErrorStateProps) {
  return (
    <div className="flex flex-col items-center px-4 py-8 text-center">
      <Icon name="alert" className="mb-3 size-9 text-ember" />
      <p role="alert" className="max-w-measure font-body text-lg wrap-anywhere">
        {message}
      </p>
      <Button busy={isBusy} onClick={onRetry} className="mt-5">
        {retryLabel}
      </Button>
    </div>
  )
}
