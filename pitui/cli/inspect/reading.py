"""What a session says by itself: entries, tree, path, projection, estimates and sums."""

from __future__ import annotations

from collections.abc import Sequence

from pitui.cli.inspect.options import Options
from pitui.cli.inspect.views import error_view, llm_view, or_error, timestamp_view, whole
from pitui.core.context.llm import convert_to_llm
from pitui.core.context.projection import ProjectedEntry, Projection
from pitui.core.context.stats import session_stats
from pitui.core.context.usage import ContextEstimate, reported_tokens, should_compact
from pitui.core.javascript.json import Json
from pitui.core.pi_faults import PiFails, check_projection, pi_context_estimate, pi_estimate, pi_projected_estimate
from pitui.core.session.content import as_mapping, text_of
from pitui.core.session.messages import Message
from pitui.core.session.session import Session


def session_part(session: Session, leaf_id: str | None) -> dict[str, Json]:
    """Header, entries, labels, tree and path."""
    return {
        "header": session.header,
        "sessionId": session.id,
        "entryCount": len(session.by_id),
        "entries": [[entry.id, entry.body.get("type"), entry.role] for entry in session.entries],
        "leafId": leaf_id,
        "sessionName": session.name,
        "labels": [[id_, session.labels[id_].text] for id_ in session.by_id if id_ in session.labels],
        "tree": [
            [node.entry.id, node.parent_id, node.depth, _label(session, node.entry.id), node.place]
            for node in session.tree.walk()
        ],
        "path": [entry.id for entry in session.branch(leaf_id)],
        "userMessages": [
            [entry.id, text]
            for entry in session.entries
            if entry.role == "user" and (text := text_of(as_mapping(entry.body.get("message")).get("content")))
        ],
    }


def context_part(session: Session, projection: Projection, options: Options) -> dict[str, Json]:
    """What the model sees, and what it weighs; an error where pi itself cannot tell."""
    context_entries = [entry.entry.id for entry in projection.entries]
    try:
        check_projection(projection.path, projection.entries)
    except PiFails as failure:
        unknown = dict.fromkeys(("model", "thinkingLevel", "llm", "estimate", "shouldCompact"))
        stopped = dict.fromkeys(("projection", "stats"), error_view(failure))
        usage = error_view(failure) if options.context_window > 0 else None
        return {"contextEntries": context_entries, **unknown, **stopped, "contextUsage": usage}
    return {"contextEntries": context_entries, **_context(session, projection, options)}


def _context(session: Session, projection: Projection, options: Options) -> dict[str, Json]:
    model = projection.model
    return {
        "projection": [_projected(entry) for entry in projection.entries],
        "model": {"provider": model[0], "modelId": model[1]} if model is not None else None,
        "thinkingLevel": projection.thinking_level,
        "llm": [llm_view(message) for message in convert_to_llm(projection.messages)],
        **_estimates(projection, options),
        "contextUsage": context_usage(projection, options.context_window),
        "stats": _stats(session),
    }


def _estimates(projection: Projection, options: Options) -> dict[str, Json]:
    def decided() -> bool:
        return should_compact(
            pi_projected_estimate(projection).tokens,
            options.context_window,
            enabled=options.settings.enabled,
            reserve_tokens=options.settings.reserve_tokens,
        )

    context = or_error(lambda: _estimate(pi_context_estimate(projection)))
    projected = or_error(lambda: _estimate(pi_projected_estimate(projection)))
    return {"estimate": {"context": context, "projected": projected}, "shouldCompact": or_error(decided)}


def context_usage(projection: Projection, context_window: int) -> Json:
    """The share of the window in use, as pi's footer has it; null without a window."""
    if context_window <= 0:
        return None
    if reported_tokens(projection) is None:
        return {"tokens": None, "contextWindow": context_window, "percent": None}
    return or_error(lambda: _share(pi_projected_estimate(projection).tokens, context_window))


def _share(tokens: float, context_window: int) -> Json:
    return {"tokens": tokens, "contextWindow": context_window, "percent": whole(tokens / context_window * 100)}


def _label(session: Session, entry_id: str) -> Json:
    label = session.labels.get(entry_id)
    return label.text if label is not None else None


def _projected(projected: ProjectedEntry) -> Json:
    messages = projected.messages
    view: dict[str, Json] = {
        "entryId": projected.entry.id,
        "roles": [message.data.get("role") for message in messages],
        "estimatedTokens": _tokens(messages),
    }
    return {**view, "timestamps": [timestamp_view(message) for message in messages]} if messages else view


def _tokens(messages: Sequence[Message]) -> Json:
    return or_error(lambda: [pi_estimate(message) for message in messages])


def _estimate(estimate: ContextEstimate) -> Json:
    return {
        "tokens": estimate.tokens,
        "usageTokens": estimate.usage_tokens,
        "trailingTokens": estimate.trailing_tokens,
        "lastUsageIndex": estimate.last_usage_index,
    }


def _stats(session: Session) -> Json:
    stats = session_stats(session.entries)
    return {
        "userMessages": stats.user_messages,
        "assistantMessages": stats.assistant_messages,
        "toolCalls": stats.tool_calls,
        "toolResults": stats.tool_results,
        "totalMessages": stats.total_messages,
        "tokens": {
            "input": stats.input,
            "output": stats.output,
            "cacheRead": stats.cache_read,
            "cacheWrite": stats.cache_write,
            "total": stats.tokens,
        },
        "cost": stats.cost,
    }
