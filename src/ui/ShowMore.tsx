import { Button } from './Button.tsx'

export type ShowMoreProps = { label: string; onShowMore: () => void; isBusy?: boolean }

/** The button at the end of a list that grows. */
export function ShowMore({ label, onShowMore, isBusy = false }: ShowMoreProps) {
  return (
    <div className="mt-8 flex justify-center">
      <Button icon="chevronDown" busy={isBusy} onClick={onShowMore} className="min-w-44">
        {label}
      </Button>
    </div>
  )
}
