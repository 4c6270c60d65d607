import { hills } from './hills.ts'

export const firstLight = hills({
  sky: ['#3a3f78', '#7a5c95', '#d9809a', '#f7b58f', '#fde0b0'],
  layers: ['#f0a58c', '#c9788a', '#8a5a86', '#544a7c', '#2b2f5c', '#171b3d'],
  sun: { at: [500, 400], radius: 92, colour: '#fff0cf' },
  firstRidge: 520,
})
export const evening = hills({
  sky: ['#1f5a6e', '#5fa39a', '#f2d79a', '#f4a259', '#e4683f'],
  layers: ['#f0b063', '#d98445', '#a8573c', '#6b3a40', '#3a2a3c', '#1e1a2c'],
  sun: { at: [660, 470], radius: 120, colour: '#ffe9b8' },
  firstRidge: 600,
})
