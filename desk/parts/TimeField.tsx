import { useRecordContext } from 'react-admin'
import { dayOf, momentOf } from './times.ts'

type Props = {
  source: string
  /** The day alone. */
  isDay?: boolean
  /** Read by react-admin on the page of a record. */
  label?: string
}

/** A time of the record as the site writes its times. */
export const TimeField = ({ source, isDay = false }: Props) => {
  const time: unknown = useRecordContext()?.[source]
  if (typeof time !== 'string' || time === '') return null
  return (
    <time dateTime={time} style={{ whiteSpace: 'nowrap' }}>
      {isDay ? dayOf(time) : momentOf(time)}
    </time>
  )
}
