import { useRecordContext } from 'react-admin'
import { dayOf, momentOf } from './times.ts'

type Props = {
  source: string
  /** The field with the end of a time that lasts. */
  until?: string
  /** The day alone. */
  isDay?: boolean
  /** Read by react-admin on the page of a record, and by `TimeColumn`. */
  label?: string
}

/** A time of the record as the site writes its times. */
export const TimeField = ({ source, until = '', isDay = false }: Props) => {
  const { [source]: time, [until]: end }: Record<string, unknown> = useRecordContext() ?? {}
  if (typeof time !== 'string' || time === '') return null
  return (
    <time dateTime={time} style={end ? undefined : { whiteSpace: 'nowrap' }}>
      {isDay ? dayOf(time) : momentOf(time, typeof end === 'string' ? end : null)}
    </time>
  )
}
