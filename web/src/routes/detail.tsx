import { getRouteApi } from '@tanstack/react-router'
import { Article } from '../features/content/article.tsx'

const route = getRouteApi('/detail')

export function Detail() {
  const { id, title } = route.useSearch()
  return <Article key={id} id={id} title={(title ?? '').slice(0, 80)} />
}
