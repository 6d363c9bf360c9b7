import { useTranslation } from 'react-i18next'
import type { GroupId } from '#contract/ids.ts'
import type { Plan } from '#contract/planning.ts'
import { useChoosePlannersMutation } from '#src/store/groups/planning/api.ts'
import { refusalText } from '#src/store/refusals.ts'
import { Checkbox } from '#src/ui/Checkbox.tsx'
import { FormError } from '#src/ui/FieldError.tsx'

type Props = { group: GroupId } & Pick<Plan, 'planners'>

export function PlannersChoice({ group, planners }: Props) {
  const { t } = useTranslation()
  const [choose, { isLoading, error, originalArgs }] = useChoosePlannersMutation()
  const chosen = isLoading ? originalArgs?.planners : planners
  return (
    <div className="font-sans text-ui">
      <Checkbox
        label={t('planning.members_plan')}
        checked={chosen === 'members'}
        onChange={(isChecked) =>
          void choose({ id: group, planners: isChecked ? 'members' : 'owners' })
        }
      />
      <FormError message={error && t(refusalText(error, 'planning.failed'))} />
    </div>
  )
}
