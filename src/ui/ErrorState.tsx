import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { joined } from './look.ts'

export type ErrorStateProps = {
  /** Announced as an alert. */
  message: string
  retryLabel?: string
  /** Without it there is no button. */
  onRetry?: () => void
  isBusy?: boolean
  className?: string
}

/** A failed load with a retry. */
export function ErrorState({
  message,
  retryLabel,
  onRetry,
  isBusy = false,
  className,
}: ErrorStateProps) {
  return (
    <div className={joined('flex flex-col items-center px-4 py-8 text-center', className)}>
      <Icon name="alert" className="mb-3 size-9 text-ember" />
      <p role="alert" className="max-w-measure font-body text-lg wrap-anywhere">
        {message}
      </p>
      {onRetry && (
        <Button busy={isBusy} onClick={onRetry} className="mt-5">
          {retryLabel}
        </Button>
      )}
    </div>
  )
}
