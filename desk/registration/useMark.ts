import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useDataProvider, useNotify } from 'react-admin'
import { deskRoutes } from '#contract/desk.ts'
import type { DeskRegistration } from '#contract/registration.ts'
import { messageOf } from '../parts/useAction.ts'
import type { DeskDataProvider } from '../session/dataProvider.ts'

const LISTS = { queryKey: ['registrations', 'getList'] }

/**
 * Marks that a member came, or takes the mark back. The list shows it at once. Calls about one registration follow each
 * other, and without a network they wait for it.
 */
export function useMark({ id, attended_at: before }: DeskRegistration) {
  const desk = useDataProvider<DeskDataProvider>()
  const notify = useNotify()
  const client = useQueryClient()
  const show = (attended_at: string | null) =>
    client.setQueriesData<{ data: DeskRegistration[] }>(
      LISTS,
      (list) =>
        list && {
          ...list,
          data: list.data.map((one) => (one.id === id ? { ...one, attended_at } : one)),
        },
    )
  const { mutate } = useMutation({
    scope: { id: `attend-${id}` },
    mutationFn: (came: boolean) => desk.call(deskRoutes.registrations.attend, { id, came }),
    onMutate: async (came) => {
      // A list that was requested before would bring the old mark.
      await client.cancelQueries(LISTS)
      show(came ? new Date().toISOString() : null)
      return { before }
    },
    onError: (error, _came, shown) => {
      show(shown?.before ?? null)
      notify(messageOf(error), { type: 'error' })
      void client.invalidateQueries(LISTS)
    },
  })
  return mutate
}
