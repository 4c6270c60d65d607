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
export const snowDay = hills({
  sky: ['#5d83a8', '#9dbdd3', '#d6e4ea', '#f6ede3'],
  layers: ['#c3d4e0', '#a3bfd4', '#ffffff', '#d3e2ec', '#f4f8fb', '#b7cddd'],
  sun: { at: [300, 330], radius: 74, colour: '#fff6e0' },
  firstRidge: 470,
})
