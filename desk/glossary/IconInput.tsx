import { SelectInput, useRecordContext } from 'react-admin'
import { TYPE_ICONS } from './icons.ts'

type Choice = { id: string; name: string }

/** An icon that came with an import and that the site does not have stays a choice. */
export const IconInput = () => {
  const current: unknown = useRecordContext()?.icon
  const names = new Set<string>(TYPE_ICONS)
  if (typeof current === 'string' && current !== '') names.add(current)
  const choices: Choice[] = [...names].map((id) => ({ id, name: id.replaceAll('-', ' ') }))
  return <SelectInput choices={choices} optionText={<Icon />} source="icon" />
}

const Icon = () => {
  const choice = useRecordContext<Choice>()
  return (
    <span className="desk-icon">
      <img alt="" height={24} src={`/icons/game/${choice?.id}.svg`} width={24} />
      {choice?.name}
    </span>
  )
}
