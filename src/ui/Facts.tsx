import { Fragment, type ReactNode } from 'react'

type Props = { facts: ReadonlyArray<readonly [label: string, value: ReactNode]> }

/** Facts in two columns, label and value; those without a value are left out. */
export const Facts = ({ facts }: Props) => (
  <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 font-sans text-sm">
    {facts.map(
      ([label, value]) =>
        value && (
          <Fragment key={label}>
            <dt className="text-ink-soft">{label}</dt>
            <dd className="tabular wrap-anywhere">{value}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
