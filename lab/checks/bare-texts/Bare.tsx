import { type ReactNode, Suspense } from 'react'

type Props = { isOn: boolean; count: number; name: string; children: ReactNode }

const Label = ({ name }: Props) => name

/** Every text named "bare" is one that React would not find after a translation; all others are safe. */
export function Bare({ isOn, count, name, children, ...rest }: Props) {
  const { bare } = { bare: name }
  return (
    <>
      bare
      <p>
        {isOn && <b>safe</b>}
        bare
      </p>
      <p>safe {isOn ? bare : null}</p>
      <p>
        <b>safe</b> {bare}
      </p>
      <p>
        <b>safe</b> safe
      </p>
      <p>{isOn ? name : <b>{count}</b>}</p>
      <p>
        {isOn && <b>safe</b>}
        <span>{name}</span>
      </p>
      <ul>
        {[name].map((each) => (
          <li key={each}>{each}</li>
        ))}
        {[name].map((each) => bare ?? each)}
      </ul>
      <Suspense fallback={bare}>{children}</Suspense>
      <Label {...{ isOn, count, name, children, ...rest }} />
    </>
  )
}
