"""Everything the library has to offer, in the order data flows, under pi's names in Python's spelling."""

# The order below is data's own and not the alphabet's.
# isort: off

# A session file becomes entries, entries a session.
from pitui.core.session.reader import open_session as open_session
from pitui.core.session.follow import SessionFollower as SessionFollower
from pitui.core.session.session import Session as Session
from pitui.core.session.entries import Entry as Entry
from pitui.core.session.messages import Message as Message

# A path becomes what the model sees.
from pitui.core.context.projection import Projection as Projection
from pitui.core.context.projection import build_context_entries as build_context_entries
from pitui.core.context.projection import project as project
from pitui.core.context.llm import convert_to_llm as convert_to_llm

# What it sees has a size, and the size a limit.
from pitui.core.context.tokens import estimate_tokens as estimate_tokens
from pitui.core.context.usage import calculate_context_tokens as calculate_context_tokens
from pitui.core.context.usage import estimate_context_tokens as estimate_context_tokens
from pitui.core.context.usage import estimate_projected_context_tokens as estimate_projected_context_tokens
from pitui.core.context.usage import should_compact as should_compact
from pitui.core.context.budget import Budget as Budget
from pitui.core.context.budget import measure_budget as measure_budget
from pitui.core.context.budget import window_of as window_of
from pitui.core.overflow import is_context_overflow as is_context_overflow
from pitui.core.catalog import Model as Model
from pitui.core.catalog import ModelSources as ModelSources
from pitui.core.catalog import find_model as find_model
from pitui.core.settings import Layer as Layer
from pitui.core.settings import Origin as Origin
from pitui.core.settings import Settings as Settings
from pitui.core.settings import CompactionSettings as CompactionSettings
from pitui.core.settings import RetrySettings as RetrySettings
from pitui.core.settings import resolve_branch_summary_settings as resolve_branch_summary_settings
from pitui.core.settings import resolve_compaction_settings as resolve_compaction_settings
from pitui.core.settings import resolve_retry_settings as resolve_retry_settings

# A compaction is decided before it is done.
from pitui.core.compaction.cut_point import CutPoint as CutPoint
from pitui.core.compaction.cut_point import find_cut_point as find_cut_point
from pitui.core.compaction.preparation import CompactionPreparation as CompactionPreparation
from pitui.core.compaction.preparation import prepare_compaction as prepare_compaction
from pitui.core.compaction.outlook import Outlook as Outlook
from pitui.core.compaction.outlook import outlook as outlook

# Its summary is asked for.
from pitui.core.summary.transcript import serialize_conversation as serialize_conversation
from pitui.core.summary.summarizer import AbortSignal as AbortSignal
from pitui.core.summary.summarizer import Destination as Destination
from pitui.core.summary.summarizer import Summarizer as Summarizer
from pitui.core.summary.summarizer import SummarizerError as SummarizerError
from pitui.core.summary.summarizer import SummaryReply as SummaryReply
from pitui.core.summary.summarizer import SummaryRequest as SummaryRequest
from pitui.core.summary.options import SummaryOptions as SummaryOptions
from pitui.core.summary.ask import Asking as Asking
from pitui.core.summary.ask import Progress as Progress
from pitui.core.summary.ask import Summary as Summary
from pitui.core.summary.generate import generate_summary as generate_summary
from pitui.core.summary.generate import generate_summary_with_usage as generate_summary_with_usage
from pitui.core.compaction.compact import CompactionResult as CompactionResult
from pitui.core.compaction.compact import compact as compact

# A branch that is left is summed up.
from pitui.core.branching.abandoned import collect_entries_for_branch_summary as collect_entries_for_branch_summary
from pitui.core.branching.abandoned import prepare_branch_entries as prepare_branch_entries
from pitui.core.branching.branch_summary import BranchOptions as BranchOptions
from pitui.core.branching.branch_summary import BranchSummaryResult as BranchSummaryResult
from pitui.core.branching.branch_summary import generate_branch_summary as generate_branch_summary
from pitui.core.branching.switch import SwitchPlan as SwitchPlan
from pitui.core.branching.switch import plan_switch as plan_switch

# A user's hooks are asked and told.
from pitui.core.hooks import BeforeCompactResult as BeforeCompactResult
from pitui.core.hooks import BeforeTreeResult as BeforeTreeResult
from pitui.core.hooks import HookCompaction as HookCompaction
from pitui.core.hooks import HookFailure as HookFailure
from pitui.core.hooks import HookRegistry as HookRegistry
from pitui.core.hooks import Hooks as Hooks
from pitui.core.hooks import HookSummary as HookSummary
from pitui.core.hooks import SessionBeforeCompact as SessionBeforeCompact
from pitui.core.hooks import SessionBeforeTree as SessionBeforeTree
from pitui.core.hooks import SessionCompact as SessionCompact
from pitui.core.hooks import SessionCompactFailed as SessionCompactFailed
from pitui.core.hooks import SessionTree as SessionTree
from pitui.core.hooked import MadeSwitch as MadeSwitch
from pitui.core.hooked import SummaryWish as SummaryWish
from pitui.core.hooked import compact_with_hooks as compact_with_hooks
from pitui.core.hooked import make_compaction as make_compaction
from pitui.core.hooked import make_switch as make_switch
from pitui.core.hooked import switch_with_hooks as switch_with_hooks
from pitui.core.hooked import tell_switched as tell_switched

# What was made is appended.
from pitui.core.session.writing import Pen as Pen
from pitui.core.session.writing import Written as Written
from pitui.core.operations import save_compaction as save_compaction
from pitui.core.operations import save_branch_summary as save_branch_summary
from pitui.core.operations import mark_leaf as mark_leaf
from pitui.core.operations import rename as rename
from pitui.core.operations import set_label as set_label
from pitui.core.session.journal import FileJournal as FileJournal
from pitui.core.session.journal import Journal as Journal
from pitui.core.session.journal import MemoryJournal as MemoryJournal

# A conversation goes on, and compacts itself.
from pitui.core.auto import AutoCompaction as AutoCompaction
from pitui.core.auto import AutoEvent as AutoEvent
from pitui.core.auto import CompactionEnd as CompactionEnd
from pitui.core.auto import CompactionStart as CompactionStart
from pitui.core.auto import EntryAppended as EntryAppended
from pitui.core.auto import Terms as Terms
from pitui.core.agent import Agent as Agent
from pitui.core.agent import AgentEvent as AgentEvent
from pitui.core.agent import ChatModel as ChatModel
from pitui.core.agent import Tool as Tool
from pitui.core.agent import ToolResult as ToolResult

# What can be refused or go wrong.
from pitui.core.errors import BusyError as BusyError
from pitui.core.errors import NotASessionError as NotASessionError
from pitui.core.errors import NothingToDoError as NothingToDoError
from pitui.core.errors import PituiError as PituiError
from pitui.core.errors import SettingsError as SettingsError
from pitui.core.errors import StaleFileError as StaleFileError
from pitui.core.errors import SummaryAbortedError as SummaryAbortedError
from pitui.core.errors import SummaryError as SummaryError
from pitui.core.errors import UnknownEntryError as UnknownEntryError
from pitui.core.errors import UnreadableError as UnreadableError
from pitui.core.errors import WriteError as WriteError
