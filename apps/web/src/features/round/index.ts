export { RewardBadge } from './RewardBadge.tsx';
export { rewardStatusOf } from './reward-status.ts';
