import { type ReactElement, type ReactNode, use, useState } from 'react'
import { Button } from './Button.tsx'
import { ErrorState } from './ErrorState.tsx'
import type { Elements } from './elements.ts'
import { joined } from './look.ts'
import { WordsContext } from './words.ts'

/** A query: its status, its refetch and what to show. Without data it is loading or has failed. */
export type LoadResult<Data> = {
  data?: Data
  error?: unknown
  isFetching: boolean
  refetch: () => unknown
}

type LoadStateProps<Data> = {
  result: LoadResult<Data>
  skeleton: ReactNode
  empty?: ReactNode
  /** Replaces the usual error. */
  failed?: (retry: ReactElement) => ReactNode
  children: (data: Data) => ReactNode
}

export function LoadState<Data>({ result, ...views }: LoadStateProps<Data>) {
  const { data, error, isFetching, refetch } = result
  if (data !== undefined) {
    const isEmpty = views.empty !== undefined && Array.isArray(data) && data.length === 0
    return isEmpty ? views.empty : views.children(data)
  }
  if (error === undefined) return views.skeleton
  if (!views.failed) return <ErrorState onRetry={refetch} isBusy={isFetching} />
  return views.failed(
    <Button busy={isFetching} onClick={() => void refetch()}>
      {use(WordsContext).retry}
    </Button>,
  )
}

/** Files of public/images, with the classes of their size. */
const drawings = {
  news: '',
  downloads: '',
  glossary: 'h-28 w-auto',
  rules: 'h-28 w-auto',
  groups: 'h-24 w-auto opacity-80',
  invites: 'h-24 w-auto opacity-80',
}

type EmptyStateProps = {
  message: string
  /** Drawing to show; by default, and without a network, an empty table. */
  drawing?: keyof typeof drawings
  hint?: string
  /** Similar titles as buttons; if there are any, they replace the hint. */
  suggestions?: SuggestionsProps
  action?: ReactNode
  /** Drawing and message beside each other, above more than a hint. */
  isLine?: boolean
  className?: string
  /** Below everything else. */
  children?: Elements
}

export function EmptyState({
  message,
  drawing,
  isLine = false,
  className,
  children,
  ...rest
}: EmptyStateProps) {
  const suggestions = rest.suggestions?.titles.length ? rest.suggestions : null
  const hint = suggestions ? undefined : rest.hint
  const action = suggestions ? <Suggestions {...suggestions} /> : rest.action
  const [isBroken, setIsBroken] = useState(false)
  return (
    <div
      className={joined(
        isLine
          ? 'flex items-center gap-4 pb-4'
          : 'flex flex-col items-center px-4 py-8 text-center',
        className,
      )}
    >
      <div aria-hidden="true" className={joined('text-gold', !isLine && 'mb-4')}>
        {drawing && !isBroken ? (
          <img
            src={`/images/empty-${drawing}.svg`}
            alt=""
            width={160}
            height={120}
            onError={() => setIsBroken(true)}
            className={joined(
              'dark:[filter:invert(1)_hue-rotate(180deg)]',
              isLine ? 'h-16 w-auto opacity-80' : drawings[drawing],
            )}
          />
        ) : (
          <EmptyTable />
        )}
      </div>
      <p role="status" className="max-w-measure font-body text-lg wrap-anywhere">
        {message}
      </p>
      {hint && <p className="mt-1 max-w-measure font-sans text-ui text-current/80">{hint}</p>}
      {action && <div className="mt-5">{action}</div>}
      {children}
    </div>
  )
}

type SuggestionsProps = {
  label: string
  titles: readonly string[]
  onChoose: (title: string) => void
}

function Suggestions({ label, titles, onChoose }: SuggestionsProps) {
  return (
    <div className="max-w-measure">
      <p className="font-sans text-ui text-current/80">{label}</p>
      <ul aria-label={label} className="mt-2 flex flex-wrap justify-center gap-2">
        {titles.map((title) => (
          <li key={title}>
            <button
              type="button"
              onClick={() => onChoose(title)}
              className="min-h-tap rounded-full border border-current/35 px-4 py-1.5 font-body text-ui leading-snug transition-colors wrap-anywhere hover:border-gold hover:bg-gold/15"
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}

function EmptyTable() {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      viewBox="0 0 120 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-18 w-auto"
    >
      <path d="M67 7a11 11 0 1 0 8 18a9 9 0 0 1-8-18Z" />
      <path d="M22 40h76M26 44h68M34 44l-5 24M86 44l5 24M31 58h58" />
      <path d="M12 54h14M14 54l-2 14M24 54l2 14M94 54h14M96 54l-2 14M106 54l2 14" />
      <path
        d="M6 68h22M32 68h52M90 68h24M58 40v-3c0-2 4-2 4 0v3M86 12h.01M96 22h.01M44 14h.01M34 24h.01M52 26h.01"
        opacity=".6"
      />
    </svg>
  )
}
